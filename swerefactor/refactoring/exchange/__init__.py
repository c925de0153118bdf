"""The data set in the forms of others: read from them, written for them."""
