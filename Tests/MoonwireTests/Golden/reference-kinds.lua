local y = ref.engine
decorate(lazy.engine) {}
