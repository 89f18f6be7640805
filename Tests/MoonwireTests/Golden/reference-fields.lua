local y = ref.engine
ref.engine = 1
