import Foundation
public import MoonwireCore
import MoonwireSupport
import MoonwireValues

extension Diagnostic.Code {
    /// The socket for `moonwire attach` cannot be created.
    public static let cannotAttach = Diagnostic.Code("cannot-attach")
    /// A process of another user tried to attach.
    public static let refusedAttach = Diagnostic.Code("refused-attach")
    /// A call of `moonwire attach` changed the container.
    public static let attachedChange = Diagnostic.Code("attached-change")
}

extension Diagnostic {
    static func cannotAttach(_ path: String, _ obstacle: LocalServer.Obstacle) -> Diagnostic {
        let reason =
            switch obstacle {
            case .otherProcess: "it is in use"
            case .otherFile: "a file that is not a socket has this path"
            case .longPath(let limit): "its path exceeds the limit of \(limit) bytes"
            case .emptyPath: "its path is empty"
            case .nullCharacter: "its path contains a null character"
            case .system(let error): "\(error)"
            }
        return Diagnostic(.cannotAttach, "the socket \"\(path)\" cannot be created: \(reason)", at: nil)
    }

    static func refusedUser(_ user: Int, _ path: String) -> Diagnostic {
        Diagnostic(
            .refusedAttach, "a connection of user \(user) to \"\(path)\" was refused", at: nil, severity: .warning)
    }

    static func attached(_ change: AttachedChange, _ path: String, isRefused: Bool) -> Diagnostic {
        let (done, attempted) =
            switch change {
            case .reload: ("reloaded the container", "reload the container")
            case .parameter(let name):
                ("set the parameter \(name.quoted)", "set the parameter \(name.quoted)")
            }
        let outcome = isRefused ? "tried to \(attempted), which was refused" : done
        return Diagnostic(
            .attachedChange, "a call through \"\(path)\" \(outcome)", at: nil, severity: isRefused ? .warning : .note)
    }
}

extension Console {
    static func busy(_ calls: Int) -> String { "the program answers \(calls) other calls; try again later" }
}

extension UsageError {
    static let noSocket = UsageError("no socket given")
    static let readOnly = UsageError(
        "the program does not allow changes: `container.attachable(at:readOnly: false)` allows them")

    static func nameAndValue(_ given: Int) -> UsageError {
        UsageError("set expects the name of a parameter and a value, got \(String.counted(given, "argument"))")
    }

    static func cannotConnect(_ path: String, _ error: SystemError) -> UsageError {
        var status = stat()
        let isOther = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK
        let hint =
            switch error.code {
            case ECONNREFUSED where isOther: "it is not a socket"
            case ENOENT: "no program has created it with `container.attachable(at:)`"
            case ECONNREFUSED: "the program that created it has ended"
            case ENOTSOCK: "it is not a socket"
            default: "\(error)"
            }
        return UsageError("\"\(path)\" cannot be reached: \(hint)")
    }

    static func wrongSeconds(_ text: String) -> UsageError {
        UsageError("option \"--seconds\" expects an integer from 1 to 60, got \"\(text)\"")
    }
}
