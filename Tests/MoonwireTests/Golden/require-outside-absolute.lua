local secret = require "/etc.hostname"
