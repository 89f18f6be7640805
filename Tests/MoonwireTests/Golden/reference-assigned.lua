local engine = ref.engine
engine.brand = "Jaguar"
