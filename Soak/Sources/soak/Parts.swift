import LuaRuntime
import Moonwire
import Synchronization

/// A part of the wiring, with the number of its edit.
final class Node: Exposed, Sendable {
    /// The error that a node occasionally throws on purpose.
    struct InjectedFault: Error {}

    let edit: Int
    let next: Node?
    private let tally: Tally

    init(edit: Int, next: Node?, ledger: Ledger) throws {
        if Int.random(in: 0..<10_000) == 0 { throw InjectedFault() }
        self.edit = edit
        self.next = next
        tally = ledger.tally
        tally.nodes.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { tally.nodes.wrappingSubtract(1, ordering: .relaxed) }

    private func close() throws {
        if Int.random(in: 0..<20) == 0 { throw InjectedFault() }
    }

    static let exposure = Exposure(Node.self) {
        Initializer("edit", "next", "ledger") { (edit: Int, next: Node?, ledger: Ledger) in
            try Node(edit: edit, next: next, ledger: ledger)
        }
        Property("edit", \.edit)
        Method("close") { (node: Node) in try node.close() }
    }
}

/// One instance in each generation: the number of marks is the number of generations in memory.
final class Mark: Exposed, Sendable {
    let edit: Int
    private let tally: Tally

    init(edit: Int, ledger: Ledger) {
        self.edit = edit
        tally = ledger.tally
        tally.generations.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { tally.generations.wrappingSubtract(1, ordering: .relaxed) }

    static let exposure = Exposure(Mark.self) {
        Initializer("edit", "ledger") { (edit: Int, ledger: Ledger) in Mark(edit: edit, ledger: ledger) }
        Property("edit", \.edit)
    }
}

/// Holds a function of a script, which in turn keeps the filter.
final class Filter: Exposed, Sendable {
    let apply: LuaFunction
    private let tally: Tally

    init(apply: LuaFunction, ledger: Ledger) {
        self.apply = apply
        tally = ledger.tally
        tally.nodes.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { tally.nodes.wrappingSubtract(1, ordering: .relaxed) }

    static let exposure = Exposure(Filter.self) {
        Initializer("apply", "ledger") { (apply: LuaFunction, ledger: Ledger) in Filter(apply: apply, ledger: ledger) }
    }
}

/// Passes the tally to the services of the scripts.
final class Ledger: Exposed, Sendable {
    let tally: Tally

    init(_ tally: Tally) {
        self.tally = tally
    }

    static let exposure = Exposure(Ledger.self) {}
}
