-- Where events go. A target that fails is tried again, with growing pauses.

defaults { tags = "target" }

service "archive"  { type = "FileTarget", args = { name = "archive", path = "%data%/archive.jsonl" } }
service "received" { type = "FileTarget", args = { name = "received", path = "%data%/received.jsonl" } }

service "shipping" {
    type = "HTTPTarget",
    args = {
        name   = "shipping",
        url    = "http://127.0.0.1:%http.port%/hooks/inbox",
        secret = "%secrets.inbox%",
        client = ref.client,
    },
}

-- A message for people: `ref.chat` among the targets of a route sends it.
service "chat" { type = "MessageTarget", args = { name = "chat", implementation = "chat", client = ref.client } }

implementation "MessageTarget.chat" {
    url     = "%chat.url%",
    message = function(_, order) return { text = order.customer .. " has paid " .. order.total } end,   -- nil: no message
}
