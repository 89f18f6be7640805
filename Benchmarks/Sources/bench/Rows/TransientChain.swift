import Moonwire

final class ChainLeaf: Exposed {
    let size: Int

    @inline(never) init(size: Int) { self.size = size }

    static let exposure = Exposure(ChainLeaf.self) {
        Initializer("size", body: ChainLeaf.init)
    }
}

final class ChainMiddle: Exposed {
    let leaf: ChainLeaf
    let size: Int

    @inline(never) init(leaf: ChainLeaf, size: Int) {
        self.leaf = leaf
        self.size = size
    }

    static let exposure = Exposure(ChainMiddle.self) {
        Initializer("leaf", "size", body: ChainMiddle.init)
    }
}

final class ChainTop: Exposed {
    let middle: ChainMiddle
    let size: Int

    @inline(never) init(middle: ChainMiddle, size: Int) {
        self.middle = middle
        self.size = size
    }

    static let exposure = Exposure(ChainTop.self) {
        Initializer("middle", "size", body: ChainTop.init)
    }
}

/// Three new objects, each an argument of the next, compared to the three initializers called directly.
func transientChainRows() throws -> [Row] {
    let plain = try chain(size: "1")
    return try [
        chainRow("transient chain of three", bar: 2, plain),
        chainRow("chain of three, with parameters", bar: 2.7, chain("parameters { one = 1 }", size: #"param "one""#)),
        chainRow("chain of three, scope graph", bar: 8, chain(size: "1", scope: "graph")),
        chainRow("chain of three, by Swift factories", bar: 9.4, chainOfSwiftFactories()),
        chainRow("chain of three, by Lua factories", bar: 27, chainOfLuaFactories()),
        twoThreadRow("a transient chain each", bar: 1.11) { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try plain.resolve("top", as: ChainTop.self)) }
        },
    ]
}

private func chainRow(_ name: String, bar: Double, _ container: Container) -> Row {
    Row(
        name, bar: bar,
        ours: { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve("top", as: ChainTop.self)) }
        },
        baseline: { operations in
            var sink = Sink()
            for _ in 0..<operations {
                sink.take(ChainTop(middle: ChainMiddle(leaf: ChainLeaf(size: 1), size: 2), size: 3))
            }
        })
}

private let chainTypes: [any Exposed.Type] = [ChainLeaf.self, ChainMiddle.self, ChainTop.self]

private func chain(_ header: String = "", size: String, scope: String = "transient") throws -> Container {
    try Container(
        text: """
            \(header)
            service "leaf" { type = "ChainLeaf", scope = "\(scope)", args = { size = \(size) } }
            service "middle" { type = "ChainMiddle", scope = "\(scope)", args = { leaf = ref "leaf", size = \(size) } }
            service "top" { type = "ChainTop", scope = "\(scope)", args = { middle = ref "middle", size = \(size) } }
            """, types: chainTypes, environment: .prod)
}

private func chainOfSwiftFactories() throws -> Container {
    try Container(text: "", environment: .prod) { services in
        services.register("leaf", as: ChainLeaf.self) { _ in ChainLeaf(size: 1) }
        services.register("middle", as: ChainMiddle.self) { resolver in
            ChainMiddle(leaf: try resolver.resolve("leaf"), size: 2)
        }
        services.register("top", as: ChainTop.self) { resolver in
            ChainTop(middle: try resolver.resolve("middle"), size: 3)
        }
    }
}

private func chainOfLuaFactories() throws -> Container {
    try Container(
        text: """
            service "leaf" { scope = "transient", factory = function(args, c) return ChainLeaf { size = 1 } end }
            service "middle" {
                scope = "transient",
                factory = function(args, c) return ChainMiddle { leaf = c.get "leaf", size = 2 } end,
            }
            service "top" {
                scope = "transient",
                factory = function(args, c) return ChainTop { middle = c.get "middle", size = 3 } end,
            }
            """, types: chainTypes, environment: .prod)
}
