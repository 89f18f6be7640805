internal import CLuaShim
package import MoonwireValues

extension Interpreter {
    /// Lets functions that scripts mark run in the interpreters of a pool; called before any script runs.
    package func allowParallelFunctions(_ functions: ParallelFunctions) throws {
        try withStack { stack in
            mw_set_family(stack.entry, functions.family)
            family = functions.family
            parallel = functions
        }
    }

    /// Stores the marked functions, with what they capture now, so that they can be called; returns why some cannot be copied.
    ///
    /// Each interpreter may need a copy of each, so that all of them together must fit in the memory of one.
    package func storeParallelFunctions() throws -> [CaptureFault] {
        guard let parallel else { return [] }
        return try withStack { stack in
            let count = mw_parallel_count(stack.entry)
            guard count > 0 else { return [] }
            mw_push_known(stack.thread)
            defer { stack.pop(1) }
            var images: [StoredFunction?] = []
            var faults: [CaptureFault] = []
            var room = limits.memory
            for number in 1...count where faults.last?.reason != .tooLarge {
                let (stored, fault) = stack.storeParallel(number, known: stack.top, room)
                images.append(stored)
                room -= stored?.image.length ?? 0
                if let fault { faults.append(fault) }
            }
            parallel.keep(images, chunks)
            return faults
        }
    }
}

extension Interpreter {
    /// Whether both run copies of the same functions.
    func isRelated(to other: Interpreter) -> Bool { family != 0 && family == other.family }
}

extension LuaStack {
    /// The function with that number as copies are made of it, or why none can be made.
    fileprivate func storeParallel(
        _ number: Int32, known: Int, _ room: Int
    ) -> (StoredFunction?, CaptureFault?) {
        var image = mw_image()
        var capture = mw_capture()
        let known = Int32(truncatingIfNeeded: known)
        if mw_store_function(thread, known, number, max(room, 0), &image, &capture) {
            return (StoredFunction(image), nil)
        }
        defer { pop(1) }
        mw_push_marked(thread, number)
        return (nil, CaptureFault(capture, of: source(at: top)))
    }

    /// Pushes a new copy of a function, which the interpreter keeps; false, without a copy, if the bytes do not fit.
    func copy(_ number: Int32, of stored: StoredFunction) -> Bool {
        guard mw_copy_function(thread, stored.image) else { return false }
        copyToTop(top)
        let slot = mw_keep(thread)
        withInterpreter { $0.kept.setCopy(number, slot) }
        return true
    }

    /// Whether the function at a position was written in a script.
    package func isScriptFunction(at position: Int) -> Bool { source(at: position) != nil }

    /// Marks the function at a position as one that any interpreter of the pool can run.
    package func markParallel(_ position: Int) { _ = mw_mark_parallel(thread, Int32(truncatingIfNeeded: position)) }
}

/// Why a parallel function cannot be copied.
package struct CaptureFault: Sendable {
    /// What is wrong with a variable that the function captures, or with a global.
    package enum Reason: Sendable {
        case assigned, assignedGlobal, table, object, function, coroutine, tooDeep, tooLarge, unreadable
    }

    package let reason: Reason
    /// The name of the variable.
    package let name: String
    /// The line of the assignment, or that where the function begins that captures the variable.
    package let location: ScriptLocation?
    /// The line where the parallel function begins.
    package let function: ScriptLocation?

    fileprivate init(_ capture: mw_capture, of function: ScriptLocation?) {
        self.function = function
        var name = capture.name
        self.name = withUnsafeBytes(of: &name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        location = capture.source.map { source in
            let bytes = UnsafeRawBufferPointer(start: source, count: capture.source_length)
            return ScriptLocation(file: String(decoding: bytes, as: UTF8.self), line: Int(capture.line))
        }
        reason =
            switch Int(capture.fault) {
            case MW_CAPTURES_TABLE: .table
            case MW_CAPTURES_OBJECT: .object
            case MW_CAPTURES_FUNCTION: .function
            case MW_CAPTURES_COROUTINE: .coroutine
            case MW_ASSIGNS_CAPTURE: .assigned
            case MW_ASSIGNS_GLOBAL: .assignedGlobal
            case MW_CAPTURES_TOO_MUCH: .tooDeep
            case MW_CAPTURES_TOO_LARGE: .tooLarge
            default: .unreadable
            }
    }
}
