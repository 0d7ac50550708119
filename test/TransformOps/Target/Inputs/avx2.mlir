// A processor with AVX2.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "vector_bits" = 256 : i64, "registers" = 16 : i64,
        "l2_bytes" = 1048576 : i64, "features" = "avx2,fma">>} {
}
