import LuaRuntime

/// A struct with all operators that make sense, and mutating methods.
struct Vector: HostObject, Hashable {
    var x: Double
    var y: Double

    mutating func scale(by factor: Double) {
        x *= factor
        y *= factor
    }

    static let hostClass = HostClass(Vector.self) { vector in
        vector.constructor("x", "y") { (x: Double, y: Double) in Vector(x: x, y: y) }
        vector.property("x", \.x)
        vector.property("y", \.y)
        vector.mutating("scale", "factor") { (vector, factor: Double) in vector.scale(by: factor) }
        vector.mutating("halve") { (vector: inout Vector) -> Double in
            vector.scale(by: 0.5)
            return vector.x
        }
        vector.mutating("map", "change") { (vector, change: LuaFunction) in
            vector.x = try change.call(vector.x)
        }
        vector.operator(.add) { (a: Vector, b: Vector) in Vector(x: a.x + b.x, y: a.y + b.y) }
        vector.operator(.add) { (a: Vector, k: Double) in Vector(x: a.x + k, y: a.y + k) }
        vector.operator(.multiply) { (a: Vector, k: Double) in Vector(x: a.x * k, y: a.y * k) }
        vector.operator(.multiply) { (k: Double, a: Vector) in Vector(x: a.x * k, y: a.y * k) }
        vector.operator(.equal) { (a: Vector, b: Vector) in a == b }
        vector.operator(.negate) { Vector(x: -$0.x, y: -$0.y) }
        vector.operator(.length) { _ in 2 }
        vector.operator(.concatenate) { (a: Vector, text: String) in "\(a.x),\(a.y)" + text }
        vector.operator(.concatenate) { (text: String, a: Vector) in text + "\(a.x),\(a.y)" }
        vector.call("index") { (vector, index: Int) in index == 1 ? vector.x : vector.y }
        vector.pairs { ["x": $0.x, "y": $0.y] }
        vector.description { "(\($0.x), \($0.y))" }
    }
}
