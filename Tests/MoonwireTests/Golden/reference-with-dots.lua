service "mail.transport" { factory = function() end }
service "mailer" { factory = function() end, args = { ref.mail.transport } }
