parameters { engines = tagged "engine" }
