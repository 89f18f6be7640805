import Foundation
import LuaRuntime
import MoonwireSupport
import MoonwireValues

/// A class with a member of each kind, none of which looks at what it is given.
final class EveryMember: HostObject, Sendable {
    private let last = Lock(0)

    static let hostClass = HostClass(EveryMember.self) { gauge in
        gauge.constructor("level") { (level: Int) in EveryMember(level) }
        gauge.constructor("name", "levels") { (_: String, _: [Int8]) in EveryMember(0) }
        gauge.property("level", get: { $0.level }, set: { $0.level = $1 })
        gauge.property("small", get: { Int8(truncatingIfNeeded: $0.level) }, set: { (gauge: EveryMember, n: Int8) in })
        gauge.property("large", get: { _ in UInt64.max }, set: { (gauge: EveryMember, n: UInt64) in })
        gauge.property(
            "exact", get: { _ in Decimal.greatestFiniteMagnitude }, set: { (gauge: EveryMember, n: Decimal) in })
        gauge.property("since", get: { _ in Date.distantFuture }, set: { (gauge: EveryMember, date: Date) in })
        gauge.method("take", "a", "b", "c") { (_: EveryMember, a: Int32, b: Double?, c: String?) in a }
        gauge.method("all", "values") { (_: EveryMember, values: [String: [Float]]) in values }
        gauge.method("apply", "change") { (gauge: EveryMember, change: LuaFunction) in
            try change.call(Int.min, Double.nan, as: PlainValue.self)
        }
        gauge.staticMethod("of") { (value: PlainValue) in value }
        gauge.staticProperty("least") { Int.min }
        gauge.subscript { (_: EveryMember, key: Int) in
            key
        } set: { (gauge: EveryMember, key: Int, value: Int) in
            gauge.level = value
        }
        gauge.operator(.add) { (gauge: EveryMember, n: Int) in gauge.level &+ n }
        gauge.operator(.subtract) { (n: Double, gauge: EveryMember) in n }
        gauge.operator(.concatenate) { (_: EveryMember, text: String) in text }
        gauge.operator(.less) { (gauge: EveryMember, n: UInt8) in gauge.level < n }
        gauge.operator(.equal) { (gauge: EveryMember, other: EveryMember) in gauge.level == other.level }
        gauge.operator(.shiftLeft) { (gauge: EveryMember, n: Int) in gauge.level << n }
        gauge.operator(.length) { _ in Int.max }
        gauge.operator(.negate) { 0 &- $0.level }
        gauge.call("index") { (_: EveryMember, index: Int, rest: PlainValue) in rest }
        gauge.pairs { _ in [Int.min: Double.nan, Int.max: -0.0] }
    }

    init(_ level: Int) { last.withLock { $0 = level } }

    private var level: Int {
        get { last.withLock { $0 } }
        set { last.withLock { $0 = newValue } }
    }

    /// The script for a member; `%` represents arguments.
    static let uses = [
        "gauge.level = %", "gauge.small = %", "gauge.large = %", "gauge.exact = %", "gauge.since = %", "gauge:take(%)",
        "gauge.take(%)", "gauge:all(%)", "gauge:apply(%)", "EveryMember.of(%)", "EveryMember(%)", "gauge(%)",
        "use(gauge[first(%)])",
        "gauge[first(%)] = %", "use(gauge + first(%))", "use(first(%) - gauge)", "use(gauge .. first(%))",
        "use(gauge < first(%))", "use(gauge == first(%))", "use(gauge << first(%))", "use(#gauge)", "use(-gauge)",
        "use(gauge.large)", "use(gauge.exact)", "use(gauge.since)", "for k, v in pairs(gauge) do use(k, v, %) end",
        "use({ % })", "use({ [key(%)] = 1 })",
    ]
}
