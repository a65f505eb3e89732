"""The server: tables of both games for people and bots, over HTTP and WebSockets."""
