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
    /// Passes on what a service at an old position has not taken over.
    func pass(_ former: FormerInstance, at position: Int)
    /// Passes on an instance that was built late, if all its dependencies are current there.
    func passIfCurrent(_ holding: Holding)
}
