environments "dev"
