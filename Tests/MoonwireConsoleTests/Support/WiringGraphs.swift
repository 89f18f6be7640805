import Foundation
import MoonwireConsole

extension WiringGraph.Service {
    init(_ id: String, type: String, scope: String? = "shared", line: Int, tags: [String] = []) {
        self.init(id: id, title: "initializer of \(type)")
        self.type = type
        self.scope = scope
        file = "container.lua"
        self.line = line
        self.tags = tags
    }
}

extension WiringGraph.Need {
    init(_ from: String, _ to: String, _ kind: WiringGraph.Kind = .ref, _ field: String = "argument 1", line: Int = 1) {
        self.init(from: from, to: to, kind: kind, field: field)
        file = "container.lua"
        self.line = line
    }
}

extension WiringGraph {
    /// One of each sort of service, need and mark.
    static var sample: WiringGraph {
        var alias = Service(id: "mail", title: "alias of \"mailer\"")
        alias.line = 9
        alias.file = "container.lua"
        var missing = Service(id: "smpt", title: "not defined")
        missing.marks = [.undefined]
        let services = [
            Service("mailer", type: "Mailer", line: 1, tags: ["sender"]),
            Service("letter \"A\" <b>", type: "Letter<Text>", scope: "transient", line: 2),
            Service("chicken", type: "Chicken", line: 3), Service("egg", type: "Egg", scope: "weak", line: 4),
            Service("left", type: "Side", scope: "session", line: 5),
            Service("right", type: "Side", scope: "graph", line: 6), alias, missing,
        ]
        let needs = [
            Need("mailer", "smpt", line: 1), Need("mailer", "letter \"A\" <b>", .ref, "property \"letter\"", line: 1),
            Need("chicken", "egg", .ref, "argument \"egg\"", line: 3), Need("egg", "chicken", line: 4),
            Need("left", "right", line: 5), Need("right", "left", .lazy, line: 6),
            Need("mail", "mailer", .alias, "alias", line: 9), Need("right", "mail", .optional, line: 7),
            Need("left", "egg", .provider, line: 5), Need("left", "mailer", .decorates, "inner", line: 5),
        ]
        return WiringGraph(services: services, needs: needs).marked()
    }

    /// As large as a large program's, and always the same: layers of services that need some of the next layer.
    static func synthetic(_ count: Int) -> WiringGraph {
        let areas = ["shop", "admin", "mail", "search", "payment", "stock"]
        let scopes = ["shared", "shared", "shared", "transient", "graph"]
        let ids = (0..<count).map { "\(areas[$0 % areas.count]).part\($0 % 40).service\($0)" }
        let services = ids.enumerated().map { number, id in
            Service(id, type: "Type\(number % 90)", scope: scopes[number % scopes.count], line: number + 1)
        }
        let needs = ids.indices.flatMap { number in
            [number * 7 + 3, number * 3 + 11].filter { $0 < count }.map { Need(ids[number], ids[$0], line: number + 1) }
        }
        return WiringGraph(services: services, needs: needs).marked()
    }
}
