import LuaRuntime
import Moonwire
import MoonwireObjects

/// Members that can be wrapped, and properties that a script defines.
func objectRows() throws -> [Row] {
    let members = (0..<64).map { _ in Member() }
    let closure: Row.Work = { operations in
        var number = 0
        for place in 0..<operations { number = try members[place & 63].plain(number) }
        precondition(number == operations)
    }
    return [
        Row(
            "overridable member without a wrapper", bar: 2,
            ours: { operations in
                var number = 0
                for place in 0..<operations { number = try members[place & 63].next(number) }
                precondition(number == operations)
            }, baseline: closure),
        Row(
            "overridable member of its object", bar: 2,
            ours: { operations in
                var number = 0
                for place in 0..<operations { number = try members[place & 63].nextOfObject(number) }
                precondition(number == operations)
            }, baseline: closure),
        try accessorRow(),
    ]
}

/// Has members that can be wrapped, and a closure that cannot.
private final class Member: @unchecked Sendable {  // Its members are assigned by nobody.
    @Overridable var next = { @Sendable (number: Int) in number + 1 }
    @Overridable({ (member: Member, number: Int) in member.sum(number) }) var nextOfObject:
        @Sendable (Int) throws -> Int
    var plain: @Sendable (Int) throws -> Int = { number in number + 1 }
    private var step = 1

    private func sum(_ number: Int) -> Int { number + step }
}

/// A read through an accessor of a script, compared to a call of the same function.
private func accessorRow() throws -> Row {
    let container = try Container(
        text: """
            local function get(self, current) return current + 1 end
            accessor "Mixer.volume" { get = get }
            service "mixer"   { type = "Mixer" }
            service "formula" { type = "Formula", args = { get } }
            """,
        types: [Mixer.self, Formula.self], environment: .prod, limits: .init(instructions: 1_000_000_000_000)
    ) { $0.addObjects() }
    let mixer = try container.resolve("mixer", as: Mixer.self)
    let function = try container.resolve("formula", as: Formula.self).apply
    return Row(
        "property with an accessor in Lua", bar: 2,
        ours: { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(Int64(try mixer.$volume.get())) }
        },
        baseline: { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(Int64(try function.call(mixer, 5, as: Int.self))) }
            withExtendedLifetime(container) {}
        })
}

private final class Mixer: Exposed, @unchecked Sendable {  // One row uses it, on one thread.
    @Scripted var volume = 5

    static let exposure = Exposure(Mixer.self) { Initializer { Mixer() } }
}

private final class Formula: Exposed, Sendable {
    let apply: LuaFunction

    init(apply: LuaFunction) { self.apply = apply }

    static let exposure = Exposure(Formula.self) { Initializer("apply", body: Formula.init) }
}
