package import MoonwireValues

/// The line of the application that declares a slot.
package struct SlotDeclaration {
    package let file: StaticString
    package let line: UInt32

    package init(file: StaticString, line: UInt32) {
        self.file = file
        self.line = line
    }

    package var location: ScriptLocation { ScriptLocation(file: "\(file)", line: Int(line)) }

    /// Ends the program with the message of an error and the line of the declaration.
    package func trap(_ error: any Error) -> Never {
        var words = "\(error)"
        // The line is already at the beginning of the message.
        if words.hasPrefix("\(location): ") { words.removeFirst("\(location): ".count) }
        fatalError(words, file: file, line: UInt(line))
    }
}

/// Identifies slots that belong to no object: by the line of their declaration, their type, and the id that they name.
package struct OwnerlessSlotKey: Hashable {
    /// The address of the file's name, which is only compared.
    private let file: UInt
    private let line: UInt32
    private let type: ObjectIdentifier
    private let id: String?

    package init(_ declaration: SlotDeclaration, _ type: Any.Type, id: String?) {
        let name = declaration.file
        file = name.hasPointerRepresentation ? UInt(bitPattern: name.utf8Start) : UInt(name.unicodeScalar.value)
        line = declaration.line
        self.type = ObjectIdentifier(type)
        self.id = id
    }
}
