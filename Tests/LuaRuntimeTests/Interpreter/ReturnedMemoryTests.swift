// Debug builds have no pages for small blocks.
#if os(Linux) && !DEBUG
    import LuaRuntime
    import TestSupport
    import Testing

    /// In processes of their own: each measures all that its process holds.
    struct ReturnedMemoryTests {
        /// If emptied pages stayed with one size, each length would need 6 to 24 MB of its own, 180 MB in all.
        @Test func memoryOfBlocksOfOneSizeServesOtherSizes() async {
            await #expect(processExitsWith: .success) {
                let lua = try Interpreter(limits: limits(memory: 256 << 20))
                try makeStrings(ofLength: 99, in: lua)
                let before = try heldBytes()
                for length in stride(from: 8, through: 96, by: 8) { try makeStrings(ofLength: length, in: lua) }
                let growth = try heldBytes() - before
                precondition(growth < 80 << 20, "\(growth) bytes")
            }
        }

        /// Without a limit for pages, the strings of each length would hold 24 MB of their own, 320 MB in all.
        @Test func memoryThatFewSmallBlocksHoldIsLimited() async {
            await #expect(processExitsWith: .success) {
                let lua = try Interpreter(limits: limits(memory: 32 << 20))
                try lua.run("kept = {}", name: "few.lua")
                let before = try heldBytes()
                for length in stride(from: 16, through: 224, by: 16) {
                    do {
                        try keepFewStrings(ofLength: length, in: lua)
                    } catch let error as LuaError {
                        precondition(error.code == .memory, "\(error)")
                    }
                    lua.collect()
                }
                let growth = try heldBytes() - before
                precondition(growth < 160 << 20, "\(growth) bytes")
            }
        }
    }

    private func limits(memory: Int) -> Interpreter.Limits {
        Interpreter.Limits(instructions: 100_000_000, cpuTime: .seconds(60), memory: memory)
    }

    /// Makes 200,000 strings of a length and drops them.
    private func makeStrings(ofLength length: Int, in lua: Interpreter) throws {
        try lua.run(
            "local kept = {} for i = 1, 200000 do kept[i] = ('%0\(length)d'):format(i) end", name: "strings.lua")
        lua.collect()
    }

    /// Makes 24 MB of strings and keeps one of each 16 KB.
    private func keepFewStrings(ofLength length: Int, in lua: Interpreter) throws {
        try lua.run(
            """
            local part, all, step = ('x'):rep(\(length)), {}, 16384 // \(length + 32)
            for i = 1, \((24 << 20) / (length + 40)) do all[i] = part .. i end
            for i = 1, #all, step do kept[#kept + 1] = all[i] end
            """, name: "few.lua")
    }
#endif
