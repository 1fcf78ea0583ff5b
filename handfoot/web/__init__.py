"""The table's page: a web server on one machine that phones and webcams feed and a table agrees its scores on."""
