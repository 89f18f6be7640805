-- Who answers which path. A request goes to the route with its path.

defaults { tags = "route" }                                  -- for the services of this file

include "steps.lua"

service "orders" {
    type = "Webhook", tags = "webhook",
    args = {
        name      = "orders",
        path      = "/hooks/orders",
        verifiers = tagged "orders.verifier",                -- all must accept a request
        steps     = tagged "orders.step",
        targets   = { ref.archive, ref.shipping },
        store     = ref.store,
        metrics   = ref.metrics,
    },
}

service "inbox" {                                            -- receives what "shipping" is sent, for the demonstration
    type = "Webhook", tags = "webhook",
    args = {
        name      = "inbox",
        path      = "/hooks/inbox",
        verifiers = tagged "inbox.verifier",
        targets   = { ref.received },
        store     = ref.store,
        metrics   = ref.metrics,
    },
}

-- Pages for operators

service "status"      { type = "StatusPage", args = {
    path = "/", store = ref.store, targets = ref.targets, gateway = ref.gateway } }
service "health"      { type = "HealthPage",  args = { path = "/health", gateway = ref.gateway } }
service "numbers"     { type = "MetricsPage", args = {
    path = "/metrics", metrics = ref.metrics, store = ref.store, gateway = ref.gateway, reloads = ref.reloads,
    activity = ref.activity } }
service "deadLetters" { type = "DeadLetterPage", args = {
    path = "/dead-letters", store = ref.store, webhooks = tagged "webhook", verifier = ref.operator } }
service "settings"    { type = "PreferencePage", args = {
    path = "/preferences", gateway = ref.gateway, verifier = ref.operator } }
