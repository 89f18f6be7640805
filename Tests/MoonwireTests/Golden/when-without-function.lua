when "dev"
