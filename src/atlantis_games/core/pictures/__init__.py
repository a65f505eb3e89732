"""Pictures of positions: SVG made from views, and PNG made from that, without a browser or fonts."""
