service(4)
