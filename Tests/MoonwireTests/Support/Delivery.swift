import Moonwire

/// The types whose services are wired by their types.
enum Delivery {
    static let types: [any Exposed.Type] = [
        Bicycle.self, Truck.self, Outbox.self, Insured.self, Relay.self, Hub.self, Tour.self, Fleet.self,
        CourierList.self, Clerk.self, Postbox.self,
    ]
}

protocol Courier: Sendable { var name: String { get } }
protocol Tracking: Sendable {}

final class Bicycle: Courier, Exposed {
    let name = "bicycle"

    static let exposure = Exposure(Bicycle.self) {
        Initializer { Bicycle() }
        Provides { $0 as any Courier }
    }
}

final class Truck: Courier, Tracking, Exposed {
    let name = "truck"

    static let exposure = Exposure(Truck.self) {
        Initializer { Truck() }
        Provides { $0 as any Courier & Tracking }
    }
}

/// Takes services, plain data, and a service that may be missing.
final class Outbox: Exposed, Sendable {
    let courier: any Courier
    let tracking: (any Tracking)?
    let port: Int

    init(courier: any Courier, tracking: (any Tracking)?, port: Int) {
        self.courier = courier
        self.tracking = tracking
        self.port = port
    }

    static let exposure = Exposure(Outbox.self) {
        Initializer("courier", "tracking", ExposedArgument("port", default: 25)) {
            Outbox(courier: $0, tracking: $1, port: $2)
        }
    }
}

/// Wraps a courier.
final class Insured: Courier, Exposed {
    let inner: any Courier
    let tracking: (any Tracking)?
    var name: String { "insured \(inner.name)" }

    init(inner: any Courier, tracking: (any Tracking)?) {
        self.inner = inner
        self.tracking = tracking
    }

    static let exposure = Exposure(Insured.self) {
        Initializer("inner", "tracking") { Insured(inner: $0, tracking: $1) }
        Provides { $0 as any Courier }
    }
}

/// Two arguments that take a courier.
final class Relay: Courier, Exposed {
    let name: String

    init(name: String) {
        self.name = name
    }

    static let exposure = Exposure(Relay.self) {
        Initializer("first", "second") { (first: any Courier, second: any Courier) in
            Relay(name: "\(first.name), \(second.name)")
        }
        Provides { $0 as any Courier }
    }
}

/// Holds couriers in every form.
final class Hub: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    var couriers: [any Courier] = []
    var later: LazyService<any Courier>?
    var each: ServiceProvider<any Courier>?
    var both: (any Courier & Tracking)?
    var used: [String] = []

    static let exposure = Exposure(Hub.self) {
        Initializer { Hub() }
        Initializer("later", "each") { (later: LazyService<any Courier>, each: ServiceProvider<any Courier>) in
            let hub = Hub()
            hub.later = later
            hub.each = each
            return hub
        }
        Initializer("couriers") { (couriers: [any Courier]) in
            let hub = Hub()
            hub.couriers = couriers
            return hub
        }
        Initializer("both") { (both: any Courier & Tracking) in
            let hub = Hub()
            hub.both = both
            return hub
        }
        Property("couriers", \.couriers)
        Property("each", \.each)
        Method("use", "courier") { (hub: Hub, courier: (any Courier)?) in
            hub.used.append(courier?.name ?? "none")
        }
    }
}

/// Two initializers, of which the services that exist determine one.
final class Tour: Exposed, Sendable {
    let names: [String]

    init(names: [String]) {
        self.names = names
    }

    static let exposure = Exposure(Tour.self) {
        Initializer("truck", "bicycle") { (truck: Truck, bicycle: Bicycle) in Tour(names: [truck.name, bicycle.name]) }
        Initializer("courier") { (courier: any Courier) in Tour(names: [courier.name]) }
    }
}

/// Makes outboxes with a method, and with a static method.
final class Fleet: Exposed, Sendable {
    static let exposure = Exposure(Fleet.self) {
        Initializer { Fleet() }
        Method("outbox", "courier") { (_: Fleet, courier: any Courier) in
            Outbox(courier: courier, tracking: nil, port: 1)
        }
        StaticMethod("standard", "courier") { (courier: any Courier) in
            Outbox(courier: courier, tracking: nil, port: 2)
        }
    }
}

/// Takes a list.
final class CourierList: Exposed, Sendable {
    let couriers: [any Courier]

    init(couriers: [any Courier]) {
        self.couriers = couriers
    }

    static let exposure = Exposure(CourierList.self) { Initializer("couriers", body: CourierList.init) }
}

/// Two initializers, of which the second one takes less.
final class Clerk: Exposed, Sendable {
    let tracking: (any Tracking)?

    init(tracking: (any Tracking)?) {
        self.tracking = tracking
    }

    static let exposure = Exposure(Clerk.self) {
        Initializer("courier", "tracking") { (_: Bicycle, tracking: (any Tracking)?) in Clerk(tracking: tracking) }
        Initializer("courier") { (_: Bicycle) in Clerk(tracking: nil) }
    }
}

/// Two initializers whose arguments have the same label and different types.
final class Postbox: Exposed, Sendable {
    let name: String

    init(name: String) {
        self.name = name
    }

    static let exposure = Exposure(Postbox.self) {
        Initializer("courier") { (bicycle: Bicycle) in Postbox(name: bicycle.name) }
        Initializer("courier", "tracking") { (truck: Truck, _: (any Tracking)?) in Postbox(name: truck.name) }
    }
}

/// Provided by no exposed type.
protocol Plugin: Sendable {}

/// Takes what no exposed type provides.
final class PluginHost: Exposed, Sendable {
    let plugins: [any Plugin]

    init(plugins: [any Plugin]) {
        self.plugins = plugins
    }

    static let exposure = Exposure(PluginHost.self) { Initializer("plugins", body: PluginHost.init) }
}
