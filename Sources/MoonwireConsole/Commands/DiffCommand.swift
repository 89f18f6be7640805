import Foundation
import Moonwire
import MoonwireCore

/// `diff OLD NEW`: shows the differences between two wirings.
package struct DiffCommand: Command {
    package let name = "diff"
    package let summary = "show the differences between two wirings, with the lines of both"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Compares two scripts as graphs, not line by line: services, their values, parameters, preferences, hooks, and
        rules that were added, removed, or changed, with the lines of both. Functions are compared by their source.
        Processors and passes are left out; what they do to services is not.
        OLD and NEW are scripts, or folders with scripts of the same name, such as two revisions.
        """
    }

    package var operands: [Operand] { [Operand(ValueHint("OLD", .file)), Operand(ValueHint("NEW", .file))] }
    package var options: [Option] {
        [
            Option(
                "--script", ValueHint("NAME"), help: "the script to read in a folder; container.lua by default"
            )
        ] + wiring.options() + [Format.option, .help]
    }
    package var example: String? { "before/container.lua container.lua" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            guard options.operands.count == 2 else { throw UsageError.whichTwo(options.operands.count) }
            let sides = try options.operands.map { operand in
                try wiring.inspect([script(operand, options.value("--script") ?? "container.lua")], options)
            }
            if let old = sides[0].inspection, let new = sides[1].inspection {
                let diff = WiringDiff(from: old, to: new)
                try Format(options).write(
                    diff.lines, orNothing: "no differences", json: diff, to: invocation.output)
            }
            return invocation.output.complain(sides.flatMap(\.faults))
        }
    }

    /// The file itself, or the script with that name in a folder.
    private func script(_ path: String, _ name: String) -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return path
        }
        return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }
}
