-- Relay, a webhook gateway. Each of its parts is a service: edit these files while it runs.
--
--     server -> gateway -> exchange -> a route -> store -> courier -> targets
--
-- The program supplies "log", "reloads", and "activity", and sets %data%, the folder of the database and the preferences.

parameters {
    http = {
        address     = env.string("RELAY_ADDRESS", "127.0.0.1"),
        port        = env.int("RELAY_PORT", 8080),           -- 0: a port that the system chooses
        body        = 1024 * 1024,                           -- the largest body of a request, in bytes
        connections = 256,
        timeout     = "10s",                                 -- for a client to send its request
    },
    store = { megabytes = 4096 },                            -- when it is full, events are refused until there is room
    delivery = { timeout = "10s" },
    chat = { url = env.string("RELAY_CHAT_URL", "https://chat.example.com/hooks/orders") },
    secrets = {
        orders   = env.secret "RELAY_ORDERS_SECRET",
        inbox    = env.secret "RELAY_INBOX_SECRET",
        operator = env.secret "RELAY_OPERATOR_TOKEN",
    },
}

-- In the folder of the data, or on the Redis server that RELAY_REDIS names, which several gateways share:
-- curl -X PUT -H "Authorization: Bearer $RELAY_OPERATOR_TOKEN" -d 5 localhost:8080/preferences/Delivery.perSecond
preferences "Delivery" {
    attempts     = { default = 8, min = 1, max = 100 },      -- then the event is a dead letter
    firstPause   = { default = 1.0, min = 0.001 },           -- seconds after the first attempt; each pause doubles
    longestPause = { default = 300.0, min = 0.001 },
    perSecond    = { default = 100.0, min = 0.01 },          -- deliveries that begin in a second
}

preferences "Retention" { days = { default = 7.0, min = 0 } }   -- then events are removed that have been delivered

include "routes.lua"
include "targets.lua"

-- The server, whose socket stays open whatever is edited, unless its own lines change

service "log"      { type = "Log", synthetic = true }
service "gateway"  { type = "Gateway", args = { log = ref.log } }
service "reloads"  { type = "ReloadJournal", synthetic = true }
service "activity" { type = "Activity", synthetic = true }

service "server" {
    type = "Server",
    args = {
        address     = "%http.address%",
        port        = "%http.port%",
        body        = "%http.body%",
        connections = "%http.connections%",
        timeout     = "%http.timeout%",
        gateway     = ref.gateway,
        log         = ref.log,
    },
    run = true, ready = "isListening", stop = "stop",
    after = { "routes", "courier" },
}

-- Tells systemd when the program serves, reloads, and ends, if systemd has started it

service "notifier" {
    type = "SystemNotifier",
    args = { socket = env.string("NOTIFY_SOCKET", ""), gateway = ref.gateway, log = ref.log },
    run = true, stop = "stop", after = { "server" },
    reload = "pinned",                                       -- to systemd, the end of one would be the end of the program
}

hook.reloading(function(_, info) info.get("notifier"):reloading() end)

-- One request

scopes { "request" }

service "request"     { type = "Request", synthetic = true, scope = "request" }
service "request.log" { type = "RequestLog", scope = "request", args = { log = ref.log, request = ref.request } }

service "exchange" {
    type = "Exchange", scope = "request",
    args = { request = ref.request, routes = ref.routes, log = ref "request.log", metrics = ref.metrics },
}

service "routes" { type = "RouteList", eager = true, args = { all = tagged "route" } }

-- Events and their deliveries

service "bell"    { type = "Bell" }
service "metrics" { type = "Metrics" }

service "store" {
    type = "EventStore",
    args = { path = "%data%/relay.sqlite", megabytes = "%store.megabytes%", bell = ref.bell },
    eager = true, health = "check", stop = "close",
    reload = "pinned",                                       -- two stores cannot have the same file open
}

service "courier" {
    type = "Courier",
    args = { store = ref.store, targets = provider.targets, bell = ref.bell, metrics = ref.metrics, log = ref.log },
    run = true, stop = "stop", on_failure = "restart",
}

service "retention" { type = "Retention", args = { store = ref.store, pause = "1m", log = ref.log }, run = true }

service "client" {
    type = "HTTPClient", args = { timeout = "%delivery.timeout%" },
    stop = "close", reload = "drain",                        -- deliveries in progress keep the one with which they began
}

service "targets" { type = "TargetList", args = { all = tagged "target" } }

-- On a developer's machine, the secrets are no secrets

when("dev", function()
    parameters { secrets = { orders = "orders-secret", inbox = "inbox-secret", operator = "operator-token" } }
end)
