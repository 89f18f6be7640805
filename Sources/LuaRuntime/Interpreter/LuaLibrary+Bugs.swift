internal import CLuaShim

extension LuaLibrary.KnownBug {
    /// All that matter to a bridge.
    static let all: [Self] = [
        Self(
            "a table that is only held weakly is freed while it is assigned to, when memory is refused", fixedIn: 8,
            defence: "memory runs out at safe points only, never within an assignment"),
        Self(
            "closing a chain of coroutines recurses without a bound", fixedIn: 5,
            defence: "scripts cannot close coroutines; those of coroutine.wrap are closed as calls, which are counted"),
        Self(
            "the text for an error in a message handler is made unprotected", fixedIn: 8,
            defence: "an allocation for it is never refused: memory runs out at safe points only"),
        Self(
            "a message handler is overwritten while a coroutine is closed", fixedIn: 8,
            defence: "scripts cannot close coroutines that wait within a protected call"),
        Self(
            "a precompiled chunk that is damaged crashes", fixedIn: 5, defence: "precompiled chunks are refused"),
        Self(
            "the parser reads beyond its data, or overflows the stack while it reports an error (CVE-2022-28805, CVE-2022-33099)",
            fixedIn: 5, defence: "mended by the distributions; untrusted scripts need a library where it is"),
        Self(
            "a stack that grows while variables are closed leaves a stale pointer behind", fixedIn: 5,
            defence: "the bridge keeps no pointers into the stack while variables are closed"),
        Self(
            "naming a variable for a message recurses", fixedIn: 7,
            defence: "the size of a text is limited, and each entry asks for enough stack"),
        Self(
            "a traceback needs more stack than is promised", fixedIn: 7,
            defence: "the bridge makes room before it takes one"),
        Self(
            "comparing texts reads too far under some locales", fixedIn: 7, defence: "scripts cannot set the locale"),
        Self(
            "yields from hooks run instructions twice, or leave the wrong one", fixedIn: 7,
            defence: "the bridge yields from a hook only to leave a thread, which it never resumes"),
        Self(
            "generational collection begins with a wrong pause", fixedIn: 5,
            defence: "the collector stays incremental, and scripts cannot change it"),
        Self(
            "bitwise operators use a wrong operand in functions of more than 255 constants", fixedIn: 5,
            defence: refusal, compilerBug: MW_BITWISE_CONSTANT),
        Self(
            "leaving a generic loop by break may leave its variable open", fixedIn: 5, defence: refusal,
            compilerBug: MW_UNCLOSED_LOOP),
        Self(
            "a comparison as the key of a table from outside a function fails", fixedIn: 8, defence: refusal,
            compilerBug: MW_COMPARED_KEY),
        Self(
            "leaving a block by goto may leave its variables open", fixedIn: nil, defence: refusal,
            compilerBug: MW_UNCLOSED_GOTO),
        Self(
            "concatenating uses freed memory if the stack moves during a call of __concat", fixedIn: 5,
            defence: "scripts cannot define __concat, and operators of Swift classes yield, after which Lua reads "
                + "the pointer again",
            breaksConcatenation: true),
        Self(
            "utf8.codes takes a text with stray continuation bytes for valid", fixedIn: 5,
            defence: "scripts get one that looks at what follows each character",
            probe: "return not pcall(function() for _ in utf8.codes('a\\x80') do end end)"),
    ]

    private static let refusal = "a text where the compiler would do it is refused, with the line"
}
