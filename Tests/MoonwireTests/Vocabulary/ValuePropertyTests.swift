import Moonwire
import Synchronization
import Testing

/// Properties of structs and enums: setting one changes what the value refers to, or it is a fault.
@Suite struct ValuePropertyTests {
    private static let types: [any Exposed.Type] = [
        Meter.self, Referring.self, Keyed.self, Failable.self, Either.self, Through.self, Many.self, Wound.self,
        Bare.self,
    ]

    /// By whichever property, `set` in a definition and an assignment in a function change what is referred to.
    @Test(
        arguments: ["Referring", "Keyed", "Failable", "Either", "Through", "Many"].map { ($0, "reading") } + [
            ("Referring", "closure"), ("Failable", "closure"), ("Many", "closure"),
        ])
    func objectReferencedByAValueIsSet(_ type: String, _ property: String) throws {
        let container = try wire(
            """
            service "meter" { type = "Meter", scope = "transient" }
            service "a" { type = "\(type)", args = { ref "meter" }, set = { \(property) = 5 } }
            service "set" (function(c) return Meter { reading = c.get("a").reading } end)
            service "assigned" (function(c)
                local a = c.get "a"
                a.\(property) = 6
                return Meter { reading = c.get("a").reading }
            end)
            """, types: Self.types)
        #expect(try container.resolve("set", as: Meter.self).reading == 5)
        #expect(try container.resolve("assigned", as: Meter.self).reading == 6)
    }

    /// A closure that gets a copy in which nothing is shared has no effect.
    @Test(arguments: ["Wound", "Bare"]) func setOnACopyOfAValueIsAFault(type: String) {
        #expect(
            message {
                _ = try wire(
                    "service \"meter\" { type = \"Meter\" }\nservice \"a\" { type = \"\(type)\", set = { reading = 5 } }",
                    types: Self.types)
            } == """
                container.lua:2: service "a": property "reading" of \(type) cannot be set
                    \(type) is a value type, so only a copy would change: pass it to the initializer instead
                """)
    }
}

private final class Meter: Exposed, Sendable, Hashable {
    private let value: Mutex<Int>
    var reading: Int {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }

    init(reading: Int) { value = Mutex(reading) }

    static func == (one: Meter, other: Meter) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    static let exposure = Exposure(Meter.self) {
        Initializer(ExposedArgument("reading", default: 0)) { Meter(reading: $0) }
        Property("reading", \.reading)
    }
}

private struct Referring: Exposed {
    let meter: Meter
    var reading: Int {
        get { meter.reading }
        nonmutating set { meter.reading = newValue }
    }

    static let exposure = Exposure(Referring.self) {
        Initializer("meter") { Referring(meter: $0) }
        Property("reading", \.reading)
        Property("closure", get: { $0.reading }, set: { $0.reading = $1 })
    }
}

/// Refers to something without a reference.
private struct Keyed: Exposed {
    private static let readings = Mutex<[String: Int]>([:])
    let key: String
    var reading: Int {
        get { Self.readings.withLock { $0[key] ?? 0 } }
        nonmutating set { Self.readings.withLock { $0[key] = newValue } }
    }

    static let exposure = Exposure(Keyed.self) {
        Initializer("meter") { (_: Meter) in Keyed(key: "one") }
        Property("reading", \.reading)
    }
}

private struct Failable: Exposed {
    let meter: Result<Meter, Breakdown>
    var reading: Int {
        get { (try? meter.get().reading) ?? 0 }
        nonmutating set { try? meter.get().reading = newValue }
    }

    static let exposure = Exposure(Failable.self) {
        Initializer("meter") { Failable(meter: .success($0)) }
        Property("reading", \.reading)
        Property("closure", get: { $0.reading }, set: { $0.reading = $1 })
    }
}

private enum Either: Exposed {
    case metered(Meter)
    case none

    var reading: Int {
        get { if case .metered(let meter) = self { meter.reading } else { 0 } }
        nonmutating set { if case .metered(let meter) = self { meter.reading = newValue } }
    }

    static let exposure = Exposure(Either.self) {
        Initializer("meter") { Either.metered($0) }
        Property("reading", \.reading)
    }
}

private struct Through: Exposed {
    let meter: Meter

    static let exposure = Exposure(Through.self) {
        Initializer("meter") { Through(meter: $0) }
        Property("reading", \.meter.reading)
    }
}

private struct Many: Exposed {
    let meters: Set<Meter>
    var reading: Int {
        get { meters.first?.reading ?? 0 }
        nonmutating set { for meter in meters { meter.reading = newValue } }
    }

    static let exposure = Exposure(Many.self) {
        Initializer("meter") { Many(meters: [$0]) }
        Property("reading", \.reading)
        Property("closure", get: { $0.reading }, set: { $0.reading = $1 })
    }
}

/// Made of library types that hold no references.
private struct Wound: Exposed {
    var readings: Set<Int> = []
    var names: Result<[String: Double?], Breakdown> = .success([:])
    var reading: Int {
        get { readings.first ?? 0 }
        set { readings = [newValue] }
    }

    static let exposure = Exposure(Wound.self) {
        Initializer { Wound() }
        Property(
            "reading", get: { $0.reading },
            set: { (wound: Wound, reading: Int) in
                var copy = wound
                copy.reading = reading
            })
    }
}

/// A key path to it changes the value itself, and is no more than a getter.
private struct Bare: Exposed {
    var reading = 0

    static let exposure = Exposure(Bare.self) {
        Initializer { Bare() }
        Property("reading", \.reading)
    }
}
