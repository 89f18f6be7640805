-- What happens to events between their arrival and their deliveries: verifiers, then filters and transforms, highest
-- priority first. A body that is JSON arrives as a table, and any other as a string.

service "orders.signature" {
    type = "SignatureVerifier", tags = "orders.verifier",
    args = { header = "X-Signature", prefix = "sha256=", secrets = { "%secrets.orders%" } },
}
service "inbox.signature" {
    type = "SignatureVerifier", tags = "inbox.verifier",
    args = { header = "X-Relay-Signature", prefix = "sha256=", secrets = { "%secrets.inbox%" } },
}
service "operator" {
    type = "TokenVerifier",
    args = { header = "Authorization", prefix = "Bearer ", secrets = { "%secrets.operator%" } },
}

local function rank(priority) return { { "orders.step", priority = priority } } end

service "orders.paid" {
    type = "Filter", tags = rank(20),
    args = { accepts = parallel(function(order) return order.status == "paid" end) },
}

service "orders.summary" {
    type = "Transform", tags = rank(10),
    args = {
        apply = parallel(function(order, event)
            local total = 0
            for _, item in ipairs(order.items or {}) do total = total + item.price * (item.count or 1) end
            event:log("order " .. order.id .. " is worth " .. total)
            return { id = order.id, total = total, customer = order.customer.name }
        end),
    },
}
