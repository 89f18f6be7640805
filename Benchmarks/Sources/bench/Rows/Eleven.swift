import Moonwire

private final class SharedPart: Exposed, Sendable {
    let number: Int

    @inline(never) init(number: Int) { self.number = number }

    static let exposure = Exposure(SharedPart.self) { Initializer("number", body: SharedPart.init) }
}

/// One of the new objects: it has a shared part, and another new object or a second shared part.
private final class Part: Exposed {
    let shared: SharedPart
    let child: Part?

    @inline(never) init(shared: SharedPart, child: Part) {
        self.shared = shared
        self.child = child
    }

    @inline(never) init(shared: SharedPart, other: SharedPart) {
        self.shared = shared
        child = nil
    }

    static let exposure = Exposure(Part.self) {
        Initializer("shared", "child") { (shared: SharedPart, child: Part) in Part(shared: shared, child: child) }
        Initializer("shared", "other") { (shared: SharedPart, other: SharedPart) in Part(shared: shared, other: other) }
    }
}

/// The outermost object.
private final class Whole: Exposed {
    let first: Part
    let second: Part
    let shared: SharedPart

    @inline(never) init(first: Part, second: Part, shared: SharedPart) {
        self.first = first
        self.second = second
        self.shared = shared
    }

    static let exposure = Exposure(Whole.self) { Initializer("first", "second", "shared", body: Whole.init) }
}

/// A graph of eleven objects, six of them new and five shared, with eight references to the shared ones.
func elevenRows() throws -> [Row] {
    let container = try Container(
        text: """
            for number = 1, 5 do service("shared." .. number) { type = "SharedPart", args = { number = number } } end
            local function node(id, shared, key, child)
                service(id) { type = "Part", scope = "transient", args = { shared = ref(shared), [key] = ref(child) } }
            end
            node("leaf", "shared.1", "other", "shared.2")
            node("branch", "shared.3", "child", "leaf")
            node("first", "shared.4", "child", "branch")
            node("end", "shared.5", "other", "shared.1")
            node("second", "shared.2", "child", "end")
            service "root" {
                type = "Whole", scope = "transient",
                args = { first = ref "first", second = ref "second", shared = ref "shared.3" },
            }
            """, types: [SharedPart.self, Part.self, Whole.self], environment: .prod)
    let shared = (1...5).map { SharedPart(number: $0) }
    return [
        Row(
            "graph of 11 objects, 5 of them shared", bar: 2,
            ours: { operations in
                var sink = Sink()
                for _ in 0..<operations { sink.take(try container.resolve("root", as: Whole.self)) }
            },
            baseline: { operations in
                var sink = Sink()
                for _ in 0..<operations {
                    let leaf = Part(shared: shared[0], other: shared[1])
                    let first = Part(shared: shared[3], child: Part(shared: shared[2], child: leaf))
                    let second = Part(shared: shared[1], child: Part(shared: shared[4], other: shared[0]))
                    sink.take(Whole(first: first, second: second, shared: shared[2]))
                }
            })
    ]
}
