"""Renders photographs of Hand & Foot tables with exact labels, and trains and judges the nets on them."""
