// Debug builds have no pages for small blocks.
#if os(Linux) && !DEBUG
    import LuaRuntime
    import TestSupport
    import Testing

    @Suite(.serialized) struct ReturnedMemoryTests {
        /// Makes 200,000 strings of a length and drops them.
        private func makeStrings(ofLength length: Int, in lua: Interpreter) throws {
            try lua.run(
                "local kept = {} for i = 1, 200000 do kept[i] = ('%0\(length)d'):format(i) end", name: "strings.lua")
            lua.collect()
        }

        /// If emptied pages stayed with one size, each length would need 6 to 24 MB of its own, 180 MB in all.
        @Test func memoryOfBlocksOfOneSizeServesOtherSizes() throws {
            let limits = Interpreter.Limits(instructions: 100_000_000, cpuTime: .seconds(60), memory: 256 << 20)
            let lua = try Interpreter(limits: limits)
            try makeStrings(ofLength: 99, in: lua)
            let before = try heldBytes()
            for length in stride(from: 8, through: 96, by: 8) { try makeStrings(ofLength: length, in: lua) }
            #expect(try heldBytes() - before < 80 << 20)
        }

        /// Without a limit for pages, the strings of each length would hold 24 MB of their own, 320 MB in all.
        @Test func memoryThatFewSmallBlocksHoldIsLimited() throws {
            let limits = Interpreter.Limits(instructions: 100_000_000, cpuTime: .seconds(60), memory: 32 << 20)
            let lua = try Interpreter(limits: limits)
            try lua.run("kept = {}", name: "few.lua")
            let before = try heldBytes()
            for length in stride(from: 16, through: 224, by: 16) {
                do {
                    try keepFewStrings(ofLength: length, in: lua)
                } catch let error as LuaError { #expect(error.code == .memory) }
                lua.collect()
            }
            #expect(try heldBytes() - before < 160 << 20)
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
    }
#endif
