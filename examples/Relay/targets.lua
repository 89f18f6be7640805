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
