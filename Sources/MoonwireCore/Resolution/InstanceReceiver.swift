/// Where the instances of a generation that is no longer current go on.
protocol InstanceReceiver: AnyObject, Sendable {
    /// The generation that takes them over.
    var next: Generation { get }
    /// By old position, whether the next generation has taken the instance over: it stops it.
    var adopted: [Bool] { get }
    /// Whether the next generation had taken the instance in an old position over; what comes there later, it has not.
    func withdraw(_ position: Int) -> Bool
    /// Lets the next generation have an instance that came late, if all that it has asked for is current there.
    func passIfCurrent(_ holding: Holding)
}
