-- container.lua

include "parameters.lua"
include "outside.lua"
include "mail.lua"
include "other.lua"
include "mail_2.lua"

-- parameters.lua

parameters {
    debug = "%env(default:yes:bool:DEBUG)%",
    host = "localhost",
    hosts = { "%host%", "mail.%host%" },
    mail_ = "both a value",
    ["mail.from"] = "and a prefix",
    options = { retries = { ["%host%"] = 3 }, tls = true },
    port = 25,
    ratio = 1.5,
    smtp_user = "root",
    url = "smtp://%host%:%port%/100%%",
}

-- outside.lua

-- What the application adds to the graph.

parameters { ["outside.name"] = raw "outside.name" }

service "parent.elsewhere" { abstract = true, type = "Outside.parent_elsewhere" }

service "logger" { synthetic = true, type = "Outside" }
service "maker.outside" { synthetic = true, type = "Outside" }

-- mail.lua

-- config/mail.xml

defaults { public = false }

service "transport" {
    type = "Mail.Transport",
    args = {
        "%url%",
        "%options%",
        "%debug%",
        "%mail_%",
        "%mail.from% by %smtp_user%",
        "%outside.name%",
        nothing = null,
        ratio = "%ratio%",
    },
    public = true,
}

service "mailer" {
    type = "Mail.Mailer",
    args = { ref "transport", optional "queue", ref "logger" },
    set = { clock = inline { factory = "Clocks.utc", args = { true } }, hosts = "%hosts%" },
    call = {
        { "add", raw "50% off", "@@home" },
        { "add", optional("queue", { drop = true }) },
        { "add", "Mail\\Mailer::LIMIT", { optional("queue", { drop = true }), ref "logger" } },
    },
    configure = function(instance, c) c.get("configurator"):configure(instance) end,
    uses = { "configurator" },
    deprecated = true,
}

service "configurator" { type = "Mail.Configurator" }
alias "Mail\\MailerInterface" "mailer"
decorate "mailer" { id = "retrying", type = "Mail.Retrying", args = { inner, 3 } }
decorate "mailer" { id = "counting", type = "Mail.Counting", args = { inner = inner }, priority = 10 }
decorate "mailer" { id = "slow", type = "Mail.Slow", args = { inner }, priority = -5 }
decorate "counting" { id = "own", type = "Mail.Own", args = { inner } }

-- other.lua

-- config/other.xml

defaults { public = false }

service "twice" { type = "First", args = { ref "missing.in.replaced" } }
service "base" {
    type = "Report",
    abstract = true,
    args = { ref "mailer" },
    set = { title = "base" },
    call = { { "begin" } },
}

service "report" {
    parent = "base",
    args = { a3 = "appended", a2 = "pdf" },
    call = { { "end", 1 } },
    tags = { { "report", key = "a", priority = 5 } },
}

service "other.report" {
    type = "OtherReport",
    parent = "report",
    set = { title = "other" },
    scope = "transient",
    tags = { { "report", key = "b" }, "listed" },
}

service "no.key" { type = "Keyless", tags = { { "report", key = "no.key" }, { "listed", priority = -1 } } }
service "external" { parent = "parent.elsewhere", args = { "x" } }
service "reports" {
    type = "Reports",
    args = {
        tagged("report", { by = "key" }),
        tagged("report", { by = "key", lazy = true }),
        tagged "listed",
        { one = lazy "mailer", two = lazy "report" },
        { ref "mailer" },
        { deep = { ["%host%"] = { 1.25, false } } },
        {},
        {},
    },
}


-- mail_2.lua

-- config/mail.xml

defaults { public = false }

service "twice" { type = "Second", tags = { { "listed", priority = -1 } } }
service "made" { factory = { ref "maker", "make" }, args = { "a", ref "twice" } }
service "made.outside" { factory = { ref "maker.outside", "make" } }
service "maker" { type = "Maker" }
service "loop" { type = "Loop", args = { tagged("loop", { lazy = true }) } }
service "loop.member" { type = "Member", args = { ref "loop" }, tags = "loop" }
service "lazy" { type = "Lazy", args = { ref "eager" } }
service "eager" { type = "Eager", args = { lazy "lazy" } }
service "expressive" { type = "Expressive" }

