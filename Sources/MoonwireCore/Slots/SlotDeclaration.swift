import MoonwireValues

/// The line of the application that declares a slot.
struct SlotDeclaration {
    let file: StaticString
    let line: UInt32

    var location: ScriptLocation { ScriptLocation(file: "\(file)", line: Int(line)) }

    /// Ends the program, with the words of an error and the line of the declaration.
    func trap(_ error: any Error) -> Never {
        var words = "\(error)"
        // The line stands in front of the words anyway.
        if words.hasPrefix("\(location): ") { words.removeFirst("\(location): ".count) }
        fatalError(words, file: file, line: UInt(line))
    }
}
