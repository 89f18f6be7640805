local engine = Engine { brand = "Jaguar" }
