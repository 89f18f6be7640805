import Moonwire

/// A shared service that exists.
func sharedHitRows() throws -> [Row] {
    let container = try Container.ofHundred()
    let dictionary = LockedDictionary()
    let key = ServiceKey<Service>("application.service")
    let baseline: Row.Work = { operations in
        var sink = Sink()
        for _ in 0..<operations {
            if let service = dictionary.resolve("application.service", as: (any Serving).self) { sink.take(service) }
        }
    }
    func row(_ name: String, _ ours: @escaping Row.Work) -> Row {
        Row("shared hit, \(name)", bar: 0.4, ours: ours, baseline: baseline)
    }
    /// The ids are the same strings on both sides; their number is a power of two.
    func hitRow<T: Serving>(_ name: String, _ ids: [String], _ type: T.Type) -> Row {
        let mask = ids.count - 1
        return Row(
            "shared hit, \(name)", bar: 0.4,
            ours: { operations in
                var sink = Sink()
                for number in 0..<operations { sink.take(try container.resolve(ids[number & mask], as: T.self)) }
            },
            baseline: { operations in
                var sink = Sink()
                for number in 0..<operations {
                    if let service = dictionary.resolve(ids[number & mask], as: (any Serving).self) {
                        sink.take(service)
                    }
                }
            })
    }
    return [
        row("by type") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve(Service.self)) }
        },
        row("by protocol") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve((any Serving).self)) }
        },
        row("by key") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve(key)) }
        },
        row("by id") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve("application.service", as: Service.self)) }
        },
        row("by id, as a protocol") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve("application.service", as: (any Serving).self)) }
        },
        hitRow("by id, made at run time", [["application", "service"].joined(separator: ".")], Service.self),
        hitRow("64 ids in turn", (100..<164).map { "application.part.\($0)" }, Bystander.self),
    ]
}
