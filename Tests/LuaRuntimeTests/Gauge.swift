import Foundation
import LuaRuntime
import MoonwireSupport
import MoonwireValues

/// A class with a member of each kind, none of which looks at what it is given.
final class Gauge: LuaObject, Sendable {
    private let last = Lock(0)

    static let look = ObjectClass(Gauge.self) { gauge in
        gauge.constructor("level") { (level: Int) in Gauge(level) }
        gauge.constructor("name", "levels") { (_: String, _: [Int8]) in Gauge(0) }
        gauge.property("level", get: { $0.level }, set: { $0.level = $1 })
        gauge.property("small", get: { Int8(truncatingIfNeeded: $0.level) }, set: { (gauge: Gauge, n: Int8) in })
        gauge.property("large", get: { _ in UInt64.max }, set: { (gauge: Gauge, n: UInt64) in })
        gauge.property("exact", get: { _ in Decimal.greatestFiniteMagnitude }, set: { (gauge: Gauge, n: Decimal) in })
        gauge.property("since", get: { _ in Date.distantFuture }, set: { (gauge: Gauge, date: Date) in })
        gauge.method("take", "a", "b", "c") { (_: Gauge, a: Int32, b: Double?, c: String?) in a }
        gauge.method("all", "values") { (_: Gauge, values: [String: [Float]]) in values }
        gauge.method("apply", "change") { (gauge: Gauge, change: LuaFunction) in
            try change.call(Int.min, Double.nan, as: Value.self)
        }
        gauge.staticMethod("of") { (value: Value) in value }
        gauge.staticProperty("least") { Int.min }
        gauge.subscript { (_: Gauge, key: Int) in
            key
        } set: { (gauge: Gauge, key: Int, value: Int) in
            gauge.level = value
        }
        gauge.operator(.add) { (gauge: Gauge, n: Int) in gauge.level &+ n }
        gauge.operator(.subtract) { (n: Double, gauge: Gauge) in n }
        gauge.operator(.concatenate) { (_: Gauge, text: String) in text }
        gauge.operator(.less) { (gauge: Gauge, n: UInt8) in gauge.level < n }
        gauge.operator(.equal) { (gauge: Gauge, other: Gauge) in gauge.level == other.level }
        gauge.operator(.shiftLeft) { (gauge: Gauge, n: Int) in gauge.level << n }
        gauge.operator(.length) { _ in Int.max }
        gauge.operator(.negate) { 0 &- $0.level }
        gauge.call("index") { (_: Gauge, index: Int, rest: Value) in rest }
        gauge.pairs { _ in [Int.min: Double.nan, Int.max: -0.0] }
    }

    init(_ level: Int) { last.withLock { $0 = level } }

    private var level: Int {
        get { last.withLock { $0 } }
        set { last.withLock { $0 = newValue } }
    }

    /// What scripts write with one; `%` stands for arguments.
    static let uses = [
        "gauge.level = %", "gauge.small = %", "gauge.large = %", "gauge.exact = %", "gauge.since = %", "gauge:take(%)",
        "gauge.take(%)", "gauge:all(%)", "gauge:apply(%)", "Gauge.of(%)", "Gauge(%)", "gauge(%)",
        "use(gauge[first(%)])",
        "gauge[first(%)] = %", "use(gauge + first(%))", "use(first(%) - gauge)", "use(gauge .. first(%))",
        "use(gauge < first(%))", "use(gauge == first(%))", "use(gauge << first(%))", "use(#gauge)", "use(-gauge)",
        "use(gauge.large)", "use(gauge.exact)", "use(gauge.since)", "for k, v in pairs(gauge) do use(k, v, %) end",
        "use({ % })", "use({ [key(%)] = 1 })",
    ]
}
