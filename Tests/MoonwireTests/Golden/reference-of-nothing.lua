decorate(null) {}
