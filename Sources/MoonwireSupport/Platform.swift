// The only file that asks which platform this is built for: all others import this module, and with it what stands here.

@_exported public import Synchronization

#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Glibc
#endif

// Everything on Apple's systems; elsewhere the part that loads fast, as it needs no tables of Unicode.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
