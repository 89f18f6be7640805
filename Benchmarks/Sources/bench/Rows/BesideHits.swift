import Moonwire

/// Resolves that do more than return one instance, compared to a dictionary under a lock.
func besideHitRows() throws -> [Row] {
    let container = try Container.ofHundred()
    let dictionary = LockedDictionary()
    let ids = (100..<200).map { "application.part.\($0)" }
    let hit: Row.Work = { operations in
        var sink = Sink()
        for _ in 0..<operations {
            if let service = dictionary.resolve("application.service", as: (any Serving).self) { sink.take(service) }
        }
    }
    return [
        Row(
            "tagged collection of 100", bar: 0.38,
            ours: { operations in
                var sink = Sink()
                for _ in 0..<operations {
                    let services = try container.tagged("part", as: Bystander.self)
                    sink.take(services[services.count - 1])
                }
            },
            baseline: { operations in
                var sink = Sink()
                for _ in 0..<operations {
                    let services = ids.compactMap { dictionary.resolve($0, as: (any Serving).self) }
                    sink.take(services[services.count - 1])
                }
            }),
        Row(
            "parameter", bar: 0.74,
            ours: { operations in
                var sink = Sink()
                for _ in 0..<operations { sink.take(Int64(try container.parameter("size", as: Int.self))) }
            }, baseline: hit),
        Row(
            "inject into an owner of five slots", bar: 1.8,
            ours: { operations in
                var sink = Sink()
                for _ in 0..<operations {
                    let owner = Owner()
                    try container.inject(into: owner)
                    sink.take(owner)
                }
            },
            baseline: { operations in
                var sink = Sink()
                for _ in 0..<operations {
                    let owner = PlainOwner()
                    owner.fill(from: dictionary)
                    sink.take(owner)
                }
            }),
        hookRow(
            "resolved hook in Swift", bar: 2.2, try hooked("") { $0.addHook(.resolved("hooked"), ignore) }, hit),
        hookRow("resolved hook in Lua", bar: 6.7, try hooked(luaHook), hit),
        hookRow("8 resolved hooks in Lua", bar: 30, try hooked(Array(repeating: luaHook, count: 8).joined()), hit),
    ]
}

private let luaHook = #"hook.resolved("hooked", function(service, info) end) "#

@Sendable private func ignore(_ service: Service, _ info: HookInfo) {}

private func hooked(
    _ hooks: String, _ register: (inout Registrations) throws -> Void = { _ in }
) throws -> Container {
    try Container(
        text: #"service "hooked" { type = "Service" } "# + hooks, types: [Service.self], environment: .prod,
        register: register)
}

private func hookRow(_ name: String, bar: Double, _ container: Container, _ baseline: @escaping Row.Work) -> Row {
    Row(
        name, bar: bar,
        ours: { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve("hooked", as: Service.self)) }
        }, baseline: baseline)
}

private final class Owner {
    @Injected var first: Service
    @Injected var second: OtherService
    @Injected var third: any Serving
    @Injected("application.part.100") var fourth: Bystander
    @Injected("application.part.101") var fifth: Bystander
}

private final class PlainOwner {
    private var first, second, third, fourth, fifth: (any Serving)?

    func fill(from dictionary: LockedDictionary) {
        first = dictionary.resolve("application.service", as: (any Serving).self)
        second = dictionary.resolve("application.part.102", as: (any Serving).self)
        third = dictionary.resolve("application.service", as: (any Serving).self)
        fourth = dictionary.resolve("application.part.100", as: (any Serving).self)
        fifth = dictionary.resolve("application.part.101", as: (any Serving).self)
    }
}
