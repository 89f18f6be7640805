service mailer.smtp { type = "Engine" }
