import Foundation
import LuaRuntime
import Moonwire

/// A step between the arrival of an event and its deliveries.
public protocol Step: Sendable {
    /// The data for the next step; nil if the event is not delivered.
    ///
    /// Throws ``ScriptFailure`` if the script fails.
    func apply(_ data: PlainValue, of event: Event) throws -> PlainValue?
}

/// Lets events pass that a function accepts: `accepts = function(data, event) return data.total > 0 end`.
public final class Filter: Step, Exposed {
    private let accepts: LuaFunction

    init(accepts: LuaFunction) {
        self.accepts = accepts
    }

    public func apply(_ data: PlainValue, of event: Event) throws -> PlainValue? {
        let isAccepted = try ScriptFailure.wrapping("a filter", accepts) {
            try accepts.call(data, event, as: Bool.self)
        }
        // `nil` would be the value null.
        return isAccepted ? data : .none
    }
}

/// Changes the data of events with a function: `apply = function(data, event) data.secret = nil; return data end`.
///
/// The function returns the new data, or nil if the event is not delivered.
public final class Transform: Step, Exposed {
    private let function: LuaFunction

    init(apply: LuaFunction) {
        function = apply
    }

    public func apply(_ data: PlainValue, of event: Event) throws -> PlainValue? {
        let new = try ScriptFailure.wrapping("a transform", function) {
            try function.call(data, event, as: PlainValue.self)
        }
        // `nil` would be the value null.
        return new == .null ? .none : new
    }
}

/// An error of a script's function, with its line.
public struct ScriptFailure: Error, CustomStringConvertible {
    public let description: String

    static func wrapping<Result>(_ what: String, _ function: LuaFunction, _ body: () throws -> Result) throws -> Result
    {
        do {
            return try body()
        } catch {
            throw ScriptFailure(what, error, of: function)
        }
    }

    private init(_ what: String, _ error: any Error, of function: LuaFunction) {
        let (message, location) =
            switch error {
            case let error as LuaError: (error.message, error.location)
            case let error as ContainerError:
                (error.diagnostics.first?.message ?? "\(error)", error.diagnostics.first?.location)
            default: ("\(error)", nil as ScriptLocation?)
            }
        let place = (location ?? function.definedAt).map { "\($0): " } ?? ""
        description = "\(place)\(what) failed: \(message)"
    }
}
