"""Pictures of positions, as SVG and as PNG, made without a browser and without fonts."""
