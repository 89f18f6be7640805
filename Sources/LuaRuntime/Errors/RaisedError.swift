/// A Swift error that passes a script; outside it is the same error again.
final class RaisedError: Sendable {
    let error: any Error
    /// The calls that it has passed; empty unless a report is requested.
    let frames: [LuaFrame]

    init(_ error: any Error, frames: [LuaFrame]) {
        self.error = error
        self.frames = frames
    }
}
