import Moonwire

private final class Leaf: Exposed {
    let size: Int

    @inline(never) init(size: Int) { self.size = size }

    static let exposure = Exposure(Leaf.self) {
        Initializer("size") { Leaf(size: $0) }
    }
}

private final class Middle: Exposed {
    let leaf: Leaf
    let size: Int

    @inline(never) init(leaf: Leaf, size: Int) {
        self.leaf = leaf
        self.size = size
    }

    static let exposure = Exposure(Middle.self) {
        Initializer("leaf", "size") { Middle(leaf: $0, size: $1) }
    }
}

private final class Top: Exposed {
    let middle: Middle
    let size: Int

    @inline(never) init(middle: Middle, size: Int) {
        self.middle = middle
        self.size = size
    }

    static let exposure = Exposure(Top.self) {
        Initializer("middle", "size") { Top(middle: $0, size: $1) }
    }
}

/// Three new objects, each an argument of the next, compared to the three initializers called directly.
func transientChainRows() throws -> [Row] {
    let container = try Container(
        [
            .type("Leaf", id: "leaf", scope: .transient, arguments: [("size", .value(1))]),
            .type(
                "Middle", id: "middle", scope: .transient,
                arguments: [("leaf", .reference(ServiceReference("leaf"))), ("size", .value(2))]),
            .type(
                "Top", id: "top", scope: .transient,
                arguments: [("middle", .reference(ServiceReference("middle"))), ("size", .value(3))]),
        ], types: [Leaf.self, Middle.self, Top.self])
    return [
        Row(
            "transient chain of three", bar: 4,
            ours: { operations in
                var sink = Sink()
                for _ in 0..<operations { sink.take(try container.resolve("top", as: Top.self)) }
            },
            baseline: { operations in
                var sink = Sink()
                for _ in 0..<operations { sink.take(Top(middle: Middle(leaf: Leaf(size: 1), size: 2), size: 3)) }
            })
    ]
}
