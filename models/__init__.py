"""The trained networks, each with its card, and the recipe that makes them."""
