/// Something that the container does with an instance of a service.
package enum InstanceAction: Sendable {
    /// A method of the instance, without arguments.
    case method(String)
    /// A function of the script, which receives the instance.
    case function(any ServiceFunction)
    /// A closure of the application, which receives the instance.
    case closure(any InstanceClosure)
}

/// A closure of the application for the instances of a service, which only the container calls.
package protocol InstanceClosure: AnyObject, Sendable {}
