/// The destination of instances of a generation that is no longer current.
protocol InstanceReceiver: AnyObject, Sendable {
    /// The generation that adopts them.
    var next: Generation { get }
    /// By old position, whether the next generation has adopted the instance: it stops it.
    var adopted: [Bool] { get }
    /// Whether the next generation had adopted the instance at an old position; it has not adopted a later one.
    func withdraw(_ position: Int) -> Bool
    /// By old position: the instances whose states the next generation takes over.
    var formers: [Int: FormerInstance] { get }
    /// The new position of the service that takes over what the one at an old position has not; nil if there is none.
    func destination(of former: FormerInstance, at position: Int) -> Int?
    /// Passes on an instance that was built late, if all its dependencies are current there; returns what the next generation has
    /// adopted.
    func passIfCurrent(_ holding: Holding) -> [Holding]
}
