import Moonwire

private final class Leaf: Exposed {
    let size: Int

    @inline(never) init(size: Int) { self.size = size }

    static let exposure = Exposure(Leaf.self) {
        Initializer("size", body: Leaf.init)
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
        Initializer("leaf", "size", body: Middle.init)
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
        Initializer("middle", "size", body: Top.init)
    }
}

/// Three new objects, each an argument of the next, compared to the three initializers called directly.
func transientChainRows() throws -> [Row] {
    let container = try Container(
        text: """
            service "leaf" { type = "Leaf", scope = "transient", args = { size = 1 } }
            service "middle" { type = "Middle", scope = "transient", args = { leaf = ref "leaf", size = 2 } }
            service "top" { type = "Top", scope = "transient", args = { middle = ref "middle", size = 3 } }
            """, types: [Leaf.self, Middle.self, Top.self], environment: .prod)
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
