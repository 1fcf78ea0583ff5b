"""What lies beside and under cards: tables and cloths, hands, cups, and print that is no card's."""
