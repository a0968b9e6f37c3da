"""Commands for whoever hosts a site."""
